// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC721} from "@openzeppelin/contracts/token/ERC721/ERC721.sol";

/// @notice An ERC-721, whose transferFrom and balanceOf look like an ERC-20's.
contract Picture is ERC721("Picture", "PIC") {
    function mint(address to, uint256 id) external {
        _mint(to, id);
    }
}
