// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A dollar whose issuer blocks holders, as that of USDC does: who is blocked neither gets nor sends anything.
contract BlockingToken is ERC20("Blocking Dollar", "USDC") {
    mapping(address holder => bool) public blocked;

    error Blocked(address holder);

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function setBlocked(address holder, bool blocked_) external {
        blocked[holder] = blocked_;
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }

    function _update(address from, address to, uint256 amount) internal override {
        if (blocked[from]) revert Blocked(from);
        if (blocked[to]) revert Blocked(to);
        super._update(from, to, amount);
    }
}
