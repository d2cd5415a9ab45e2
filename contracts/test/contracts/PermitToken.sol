// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";

/// @notice A token that lets its holders approve by signature (EIP-2612).
contract PermitToken is ERC20("Permit Dollar", "PUSD"), ERC20Permit("Permit Dollar") {
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }
}
