// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {TestToken} from "./TestToken.sol";

/// @notice A token that changes what is allowed only from nothing, or to nothing, as USDT does on Ethereum.
contract ResettingToken is TestToken("Resetting Dollar", "USDC", 6) {
    error ResetFirst();

    function approve(address spender, uint256 amount) public override returns (bool) {
        if (amount != 0 && allowance(msg.sender, spender) != 0) revert ResetFirst();
        return super.approve(spender, amount);
    }
}
